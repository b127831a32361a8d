# find_package(personalize CONFIG) gives the target personalize::personalize.
get_filename_component(_personalize_libraries "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_personalize_prefix "${_personalize_libraries}/.." ABSOLUTE)
if(NOT TARGET personalize::personalize)
  add_library(personalize::personalize SHARED IMPORTED)
  set_target_properties(personalize::personalize PROPERTIES
    IMPORTED_LOCATION "${_personalize_libraries}/libpersonalize.so.1"
    IMPORTED_SONAME "libpersonalize.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_personalize_prefix}/include")
endif()
