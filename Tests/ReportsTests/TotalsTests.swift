import Testing
import Values

@testable import Reports

/// What the counts of a run say of it as a whole.
@Suite struct TotalsTests {
  @Test(arguments: [
    (ScenarioRecord.Status.passed, true), (.skipped, true), (.todo, true), (.failed, false),
    (.missing, false),
  ])
  func oneScenarioDecidesWhetherAllIsGreen(_ status: ScenarioRecord.Status, _ isGreen: Bool) {
    var totals = Totals()
    totals.add(.scenario(RecordSample.scenario()))
    var scenario = RecordSample.scenario("other", index: 1)
    scenario.status = status
    totals.add(.scenario(scenario))
    #expect(totals.isGreen == isGreen)
  }

  @Test(arguments: [
    (FileRecord.Status.idle, true), (.passed, true), (.skipped, true), (.valid, true),
    (.missing, false), (.invalid, false), (.unreadable, false), (.absent, false),
  ])
  func oneFileDecidesWhetherAllIsGreen(_ status: FileRecord.Status, _ isGreen: Bool) {
    var totals = Totals()
    totals.add(.file(RecordSample.file("a.yaml")))
    totals.add(.file(RecordSample.file("b.yaml", index: 1, status)))
    #expect(totals.isGreen == isGreen)
  }
}
