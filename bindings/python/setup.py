"""Tags the wheel for what is inside it.

With the native library in `personalize/_native/` the wheel fits one platform
but every Python 3, since ctypes uses no Python ABI; without it, any platform.
The platform's name can be given:

    pip wheel . --config-settings=--build-option=--plat-name=manylinux_2_28_x86_64
"""

from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

NATIVE = Path(__file__).parent / "personalize" / "_native" / "libpersonalize.so.1"


class NativeDistribution(Distribution):
    """Has a platform exactly when it has the library."""

    def has_ext_modules(self) -> bool:
        """What setuptools asks to tell platform wheels from pure ones."""
        return NATIVE.is_file()


class PlatformWheel(bdist_wheel):
    """Keeps the platform of the tag and no more."""

    def get_tag(self) -> tuple[str, str, str]:
        """Python, ABI and platform."""
        return "py3", "none", super().get_tag()[2]


setup(distclass=NativeDistribution, cmdclass={"bdist_wheel": PlatformWheel})
