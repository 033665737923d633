"""Settings: one table, four layers. `load_layers` reads them, `set_value` and `merge_file` change a file.

The environment comes in as an argument, as everywhere below the interfaces.
"""

from backstory.settings.edit import Change, Merged, find_setting, merge_file, set_value, unset_value
from backstory.settings.layers import Fault, Origin, Settings, load_layers, unknown_variables, user_config_path
from backstory.settings.table import BY_KEY, SETTINGS, VARIABLES, Layer, Setting, Value

__all__ = [
    "BY_KEY",
    "SETTINGS",
    "VARIABLES",
    "Change",
    "Fault",
    "Layer",
    "Merged",
    "Origin",
    "Setting",
    "Settings",
    "Value",
    "find_setting",
    "load_layers",
    "merge_file",
    "set_value",
    "unknown_variables",
    "unset_value",
    "user_config_path",
]
