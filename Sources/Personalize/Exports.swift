// The types that calls take and give belong to the modules beneath; whoever
// imports this one has them.
@_exported public import PersonalizeCore
@_exported public import PersonalizeJSON
