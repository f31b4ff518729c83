import Tool

Entry.run()
