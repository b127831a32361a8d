internal import CPersonalize
import PersonalizeJSON

@implementation @_cdecl("personalize_abi")
public func personalize_abi() -> UInt32 { 1 }
