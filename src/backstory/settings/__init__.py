"""Settings: one table, four layers. `load_layers` reads them; `settings.edit` changes a file.

The environment comes in as an argument, as everywhere below the interfaces.
"""

from backstory.settings.layers import Fault, Origin, Settings, load_layers, unknown_variables, user_config_path
from backstory.settings.table import BY_KEY, SETTINGS, VARIABLES, Layer, Setting, Value

__all__ = [
    "BY_KEY",
    "SETTINGS",
    "VARIABLES",
    "Fault",
    "Layer",
    "Origin",
    "Setting",
    "Settings",
    "Value",
    "load_layers",
    "unknown_variables",
    "user_config_path",
]
