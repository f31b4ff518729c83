import ArgumentParser
import Scenarios
import Values

/// What `--timeout` and `--memory` take, of whatever command.
enum LimitValidation {
  static func validate(timeout: String?, memory: String?) throws {
    if let timeout, Scenario.Timeout(option: timeout) == nil {
      throw ValidationError(
        "--timeout takes a time above zero and up to 292 years, such as 5s, 500ms or 2m; "
          + "a bare number is seconds.")
    }
    if let memory, ByteSize.bytes(memory).map({ $0 < Settings.leastMemory }) ?? true {
      throw ValidationError(
        "--memory takes a whole number of at most six digits in kB, MB or GB, such as 2GB, and "
          + "\(ByteSize.text(Settings.leastMemory)) or more.")
    }
  }
}
