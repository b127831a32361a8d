"""The functions of `personalize.h` as ctypes sees them.

One table, bound once when the library is loaded. A test compares it with the
header, so that a call with a wrong type cannot survive.
"""

import ctypes
from collections.abc import Mapping
from typing import Any, Final

ABI: Final = 1
TERMINATED: Final = -1

OK: Final = 0
NONE: Final = 1
E_LIMIT: Final = -10


class EngineStructure(ctypes.Structure):
    """Stays without members: a handle is a value and points nowhere."""


class BuilderStructure(ctypes.Structure):
    """Stays without members: a handle is a value and points nowhere."""


class ErrorStructure(ctypes.Structure):
    """Stays without members: errors are read through functions."""


# A type of its own for each kind, so that ctypes refuses to mix them up.
EngineHandle = ctypes.POINTER(EngineStructure)
BuilderHandle = ctypes.POINTER(BuilderStructure)
ErrorHandle = ctypes.POINTER(ErrorStructure)

UpdateFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
DropFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
LogFunction = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p
)
HookFunction = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_size_t
)

_int = ctypes.c_int
_int64 = ctypes.c_int64
_id = ctypes.c_uint64
_size = ctypes.c_size_t
_text = ctypes.c_char_p
_length = ctypes.c_ssize_t
_pointer = ctypes.c_void_p
_engine = EngineHandle
_builder = BuilderHandle
_error = ctypes.POINTER(ErrorHandle)
_text_out = ctypes.POINTER(ctypes.c_char_p)
_size_out = ctypes.POINTER(ctypes.c_size_t)

# ctypes' own classes have no public common type.
Signature = tuple[Any, tuple[Any, ...]]

FUNCTIONS: Final[Mapping[str, Signature]] = {
    "personalize_abi": (ctypes.c_uint32, ()),
    "personalize_version": (_text, ()),
    "personalize_build_info": (_text, ()),
    "personalize_code_name": (_text, (_int,)),
    "personalize_free": (None, (_pointer,)),
    "personalize_error_code": (_int, (ErrorHandle,)),
    "personalize_error_reason": (_text, (ErrorHandle,)),
    "personalize_error_message": (_text, (ErrorHandle,)),
    "personalize_error_path": (_text, (ErrorHandle,)),
    "personalize_error_hint": (_text, (ErrorHandle,)),
    "personalize_error_vendor": (_text, (ErrorHandle,)),
    "personalize_error_json": (_text, (ErrorHandle,)),
    "personalize_error_free": (None, (ErrorHandle,)),
    "personalize_open": (_int, (_text, _length, ctypes.POINTER(EngineHandle), _error)),
    "personalize_start": (_int, (_engine, _error)),
    "personalize_stop": (_int, (_engine, _error)),
    "personalize_clear_local_data": (_int, (_text, _length, _error)),
    "personalize_close": (_int, (_engine, _error)),
    "personalize_reopen": (_int, (_engine, _text, _length, _error)),
    "personalize_state": (_int, (_engine, _text_out, _error)),
    "personalize_stats": (_int, (_engine, _text_out, _error)),
    "personalize_fd": (_int, (_engine, ctypes.POINTER(_int), _error)),
    "personalize_timeout": (_int, (_engine, ctypes.POINTER(_int64), _error)),
    "personalize_process": (_int, (_engine, _error)),
    "personalize_wait": (_int, (_engine, _int64, _error)),
    "personalize_next_update": (_int, (_engine, _text_out, _size_out, _error)),
    "personalize_on_update": (_int, (_engine, UpdateFunction, _pointer, DropFunction, _error)),
    "personalize_on_log": (_int, (_engine, _int, LogFunction, _pointer, DropFunction, _error)),
    "personalize_next_request": (_int, (_engine, _text_out, _size_out, _error)),
    "personalize_finish_request": (_int, (_engine, _int64, _text, _length, _error)),
    "personalize_script": (_int, (_engine, _text, _length, _error)),
    "personalize_script_sent": (_int, (_engine, _text_out, _error)),
    "personalize_advance": (_int, (_engine, _int64, _error)),
    "personalize_set_time": (_int, (_engine, _int64, _error)),
    "personalize_identify": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_identify_with": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_authorization_set": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_anonymize": (_int, (_engine, _error)),
    "personalize_consent": (
        _int,
        (_engine, _text, _length, _text, _length, _int, _error),
    ),
    "personalize_session_start": (_int, (_engine, _error)),
    "personalize_session_end": (_int, (_engine, _error)),
    "personalize_foreground": (_int, (_engine, _int, _error)),
    "personalize_track": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_flush": (_int, (_engine, _error)),
    "personalize_offline": (_int, (_engine, _int, _error)),
    "personalize_refresh": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_ingest": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_prefetch": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_placement_open": (
        _int,
        (_engine, _text, _length, ctypes.POINTER(_id), _error),
    ),
    "personalize_placement_reload": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_content": (_int, (_engine, _id, _text_out, _size_out, _error)),
    "personalize_placement_content_copy": (
        _int,
        (_engine, _id, _text, _size, _size_out, _error),
    ),
    "personalize_placement_click": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_invoke": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_dismiss": (_int, (_engine, _id, _error)),
    "personalize_placement_report": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_track": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_configure": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_placement_state": (_int, (_engine, _id, _text_out, _error)),
    "personalize_placement_close": (_int, (_engine, _id, _error)),
    "personalize_cell_prepare": (_int, (_engine, _id, _error)),
    "personalize_carousel_next": (_int, (_engine, _id, _error)),
    "personalize_carousel_previous": (_int, (_engine, _id, _error)),
    "personalize_carousel_pause": (_int, (_engine, _id, _error)),
    "personalize_carousel_resume": (_int, (_engine, _id, _error)),
    "personalize_carousel_release": (_int, (_engine, _id, _error)),
    "personalize_inbox_fetch": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_inbox_list": (
        _int,
        (_engine, _text, _length, _text, _length, _text_out, _error),
    ),
    "personalize_inbox_message": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _text_out, _error),
    ),
    "personalize_inbox_mark_read": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_inbox_opened": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_inbox_clicked": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_inbox_item_click": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_inbox_action_click": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_inbox_view": (
        _int,
        (_engine, _text, _length, _text, _length, _text_out, _error),
    ),
    "personalize_screen": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_screen_data": (_int, (_engine, _text, _length, _error)),
    "personalize_placement_select": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_campaign_track": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_hook_set": (
        _int,
        (_engine, _text, _length, HookFunction, _pointer, DropFunction, _error),
    ),
    "personalize_hook_add": (
        _int,
        (_engine, _text, _length, _text, _length, HookFunction, _pointer, DropFunction, _error),
    ),
    "personalize_hook_remove": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_hook_answer": (_int, (_engine, _int64, _text, _length, _error)),
    "personalize_segments": (
        _int,
        (_engine, _text, _length, _text, _length, _text_out, _error),
    ),
    "personalize_charge": (
        _int,
        (_engine, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_profile": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_locate": (_int, (_engine, _text, _length, _error)),
    "personalize_opt_out": (_int, (_engine, _text, _length, _int, _int, _error)),
    "personalize_unmute": (_int, (_engine, _text, _length, _error)),
    "personalize_clear_queue": (_int, (_engine, _text, _length, _error)),
    "personalize_overlays_fetch": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_templates_sync": (_int, (_engine, _text, _length, _text, _length, _error)),
    "personalize_template_builder_new": (
        _int,
        (_text, _length, _int, ctypes.POINTER(BuilderHandle), _error),
    ),
    "personalize_template_builder_set_name": (_int, (_builder, _text, _length, _error)),
    "personalize_template_builder_set_presenter": (_int, (_builder, _error)),
    "personalize_template_builder_add": (
        _int,
        (_builder, _text, _length, _text, _length, _text, _length, _error),
    ),
    "personalize_template_builder_build": (_int, (_builder, _text_out, _error)),
    "personalize_template_builder_free": (None, (_builder,)),
    "personalize_templates_define": (_int, (_engine, _text, _length, _text_out, _error)),
    "personalize_templates_payload": (_int, (_engine, _text, _length, _text_out, _error)),
    "personalize_presentation_presented": (_int, (_engine, _id, _error)),
    "personalize_presentation_dismissed": (_int, (_engine, _id, _error)),
    "personalize_presentation_trigger": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_presentation_failed": (_int, (_engine, _id, _text, _length, _error)),
    "personalize_presentation_release": (_int, (_engine, _id, _error)),
    "personalize_presentation_string": (
        _int,
        (_engine, _id, _text, _length, _text_out, _error),
    ),
    "personalize_presentation_boolean": (
        _int,
        (_engine, _id, _text, _length, ctypes.POINTER(_int), _error),
    ),
    "personalize_presentation_integer": (
        _int,
        (_engine, _id, _text, _length, ctypes.POINTER(ctypes.c_int64), _error),
    ),
    "personalize_presentation_number": (
        _int,
        (_engine, _id, _text, _length, ctypes.POINTER(ctypes.c_double), _error),
    ),
    "personalize_presentation_file": (
        _int,
        (_engine, _id, _text, _length, _text_out, _error),
    ),
    "personalize_presentation_map": (
        _int,
        (_engine, _id, _text, _length, _text_out, _error),
    ),
    "personalize_presentation_arguments": (_int, (_engine, _id, _text_out, _error)),
    "personalize_presentation_describe": (_int, (_engine, _id, _text_out, _error)),
    "personalize_presentation_find": (
        _int,
        (_engine, _text, _length, _text, _length, ctypes.POINTER(_id), _error),
    ),
    "personalize_display": (_int, (_engine, _text, _length, _text_out, _error)),
    "personalize_clear_files": (
        _int,
        (_engine, _text, _length, _int, ctypes.POINTER(ctypes.c_int64), _error),
    ),
    "personalize_explain": (_int, (_engine, _text, _length, _text_out, _error)),
    "personalize_replay": (_int, (_text, _length, _text_out, _error)),
}


def bind(library: ctypes.CDLL) -> None:
    """Give every function its types; AttributeError if one is missing."""
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = list(arguments)
