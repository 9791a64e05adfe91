import AppGraph

@main
struct Demo {
  static func main() {
    print(CommandLine.arguments.contains("--json") ? #"{"generation":0}"# : "generation 0")
  }
}
