import CLibYAML
import Values

extension DocumentBuilder {
  mutating func open(_ event: UnsafePointer<yaml_event_t>) throws(Unreadable) {
    let isMap = event.pointee.type == YAML_MAPPING_START_EVENT
    let (anchor, tag, isFlow): (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, Bool) =
      isMap
      ? (
        event.pointee.data.mapping_start.anchor, event.pointee.data.mapping_start.tag,
        event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      )
      : (
        event.pointee.data.sequence_start.anchor, event.pointee.data.sequence_start.tag,
        event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      )
    var start = start(of: event)
    var end = end(of: event)
    var name: (text: String, span: SourceSpan)?
    if anchor != nil || tag != nil {
      let found = try properties(at: start)
      start = found.end
      end = max(end, start)
      name = found.name
    }
    if frames.count >= YAMLLimits.depth {
      problems.error(
        .tooDeep, "lists and maps nest more than \(YAMLLimits.depth) levels deep",
        at: span(start, start + 1))
      throw Unreadable()
    }
    try count(nodes: 1, text: 0, at: start)
    let id = add(
      YAMLDocument.Node(
        kind: isMap ? .map : .list, style: isFlow ? .flow : .block,
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
    var frame = Frame(node: id, pending: pending.count, nodes: nodeCount - 1, text: textCount)
    if let name { frame.anchor = define(name, id, isOpen: true, text: 0) }
    frames.append(frame)
  }

  mutating func close(_ event: UnsafePointer<yaml_event_t>) throws(Unreadable) {
    let frame = frames.removeLast()
    let id = Int(frame.node)
    if document.nodes[id].style == .flow {
      document.nodes[id].end = UInt32(truncatingIfNeeded: end(of: event))
    } else if let last = pending[frame.pending...].last {
      document.nodes[id].end = max(document.nodes[id].end, document[last].end)
    }
    if document.nodes[id].kind == .map {
      try finishMap(frame)
    } else {
      document.nodes[id].first = UInt32(truncatingIfNeeded: document.children.count)
      document.nodes[id].count = UInt32(truncatingIfNeeded: pending.count - frame.pending)
      document.children.append(contentsOf: pending[frame.pending...])
    }
    pending.removeSubrange(frame.pending...)
    if !frames.isEmpty {
      frames[frames.count - 1].height = max(frames[frames.count - 1].height, frame.height + 1)
    }
    if frame.anchor >= 0 {
      anchors[frame.anchor].isOpen = false
      anchors[frame.anchor].height = frame.height + 1
      anchors[frame.anchor].nodes = nodeCount - frame.nodes
      anchors[frame.anchor].text = textCount - frame.text
    }
  }
}
