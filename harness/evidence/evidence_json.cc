#include "harness/evidence/evidence.h"
#include "harness/json/object_reader.h"

namespace inferproof {
namespace {

Json FactsToJson(const std::map<std::string, Fact>& facts) {
  Json json = Json::object();
  for (const auto& [name, fact] : facts) json[name] = Json{{"value", fact.value}, {"source", fact.source}};
  return json;
}

Result<Fact> ReadFact(const Node& node) {
  ObjectReader reader(node);
  Fact fact;
  fact.value = reader.String("value", "");
  fact.source = reader.Choice("source", {std::string(kSourceMeasured), std::string(kSourceReported),
                                         std::string(kSourceDeclared), std::string(kSourceNotStated)});
  RETURN_IF_ERROR(reader.Finish());
  return fact;
}

std::map<std::string, Fact> ReadFacts(ObjectReader& reader, const std::string& key) {
  std::map<std::string, Fact> facts;
  reader.Members(key, [&](const std::string& name, const Node& node) {
    Result<Fact> fact = ReadFact(node);
    if (fact.ok()) {
      facts[name] = std::move(fact).value();
    } else {
      reader.Fail(std::move(fact).error());
    }
  });
  return facts;
}

}  // namespace

Json EvidenceToJson(const Evidence& evidence) {
  return Json{
      {"client", FactsToJson(evidence.client)}, {"server", FactsToJson(evidence.server)}, {"notes", evidence.notes}};
}

Result<Evidence> EvidenceFromJson(const Node& node) {
  ObjectReader reader(node);
  Evidence evidence;
  evidence.client = ReadFacts(reader, "client");
  evidence.server = ReadFacts(reader, "server");
  evidence.notes = reader.Strings("notes");
  RETURN_IF_ERROR(reader.Finish());
  return evidence;
}

}  // namespace inferproof
