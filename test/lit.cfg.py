# How Takt's tests run. The way a plugin is loaded into each program is told
# here once; a test only says %takt-clang, %takt-llc, ...

import os
import platform
import shutil
import sys

import lit.formats

config.name = "takt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".ll", ".mir", ".s", ".test", ".kernel", ".mlir", ".f90"]
# What tests run, programs among it, lies in tools.
config.excludes = ["Inputs", "tools", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.takt_build_dir, "test")

# LLVM's tools of the version that Takt is built for come before any other.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.takt_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment.get("PATH", os.environ["PATH"]),
    ]
)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
# A developer's own options must not decide about a test.
config.environment.pop("TAKT_OPTIONS", None)

plugin = os.path.join(config.takt_build_dir, "lib", "TaktPlugin.so")
mlir_plugin = os.path.join(config.takt_build_dir, "lib", "TaktMlirPlugin.so")


def tool(name):
    return os.path.join(config.llvm_tools_dir, name)


# --param thorough=1: more compilations of the same kind, for which nobody wants
# to wait each time.
thorough = lit_config.params.get("thorough", "0") != "0"

substitutions = {
    "%proof-levels": "O0,O1,O2,O3,Os" if thorough else "O2",
    "%example-levels": "O0,O1,O2,O3,Os" if thorough else "O0,O2",
    "%x86-64-variants": "quiet,debug,asm,record" if thorough else "quiet,record",
    "%aarch64-variants": "quiet,debug,asm,record" if thorough else "debug,asm",
    "%csmith-programs": "100" if thorough else "4",
    "%csmith-levels": "O0,O1,O2,O3" if thorough else "O1,O3",
    "%csmith-results": "4" if thorough else "2",
    "%nest-levels": "O2,O3fast" if thorough else "O3fast",
    "%nests": "3" if thorough else "1",
    "%mlir-nests": "24" if thorough else "12",
    "%odd": "3" if thorough else "1",
    "%all-or-x86-64": "x86-64,aarch64" if thorough else "x86-64",
    "%all-or-aarch64": "x86-64,aarch64" if thorough else "aarch64",
    "%far-checks": "FAR,FARSHAPES" if thorough else "FAR",
    "%far": "shapes,interleave" if thorough else "interleave",
    "%order-real": "stb_image" if thorough else "stb_truetype",
    "%real-code": "real" if thorough else os.path.join(config.takt_source_dir, "examples/eigen_gemm.cpp"),
    # Plain -fpass-plugin, as users type it; -mllvm -takt-... is not known then.
    "%takt-clang": f"{tool('clang')} -fpass-plugin={plugin}",
    "%takt-clang++": f"{tool('clang++')} -fpass-plugin={plugin}",
    # The long form, where -mllvm -takt-... works.
    "%takt-clang-opts": f"{tool('clang')} -fplugin={plugin} -fpass-plugin={plugin}",
    "%takt-flang": f"{tool('flang-new')} -fpass-plugin={plugin}",
    "%takt-llc": f"{tool('llc')} -load {plugin}",
    "%takt-opt": f"{tool('opt')} -load-pass-plugin={plugin}",
    "%takt-lld": f"{tool('ld.lld')} --load-pass-plugin={plugin}",
    "%takt-mlir-opt": f"{tool('mlir-opt')} --load-pass-plugin={mlir_plugin}",
    # Options (-mllvm -takt-...) follow this form only.
    "%takt-lld-opts": f"{tool('ld.lld')} -mllvm -load={plugin} --load-pass-plugin={plugin}",
    "%takt-plugin": plugin,
    "%takt-mlir-plugin": mlir_plugin,
    "%takt": os.path.join(config.takt_build_dir, "bin", "takt"),
    "%takt-depsim": os.path.join(config.takt_build_dir, "bin", "takt-depsim"),
    "%takt-measure": os.path.join(config.takt_build_dir, "bin", "takt-measure"),
    "%takt-measure-runner": os.path.join(config.takt_build_dir, "bin", "takt-measure-runner"),
    "%takt-measure-runner-aarch64": os.path.join(
        config.takt_build_dir, "bin", "takt-measure-runner-aarch64"
    ),
    "%takt-kernels": os.path.join(config.takt_build_dir, "bin", "takt-kernels"),
    # The compilers without the plugin, for comparisons.
    "%clang": tool("clang"),
    "%clang++": tool("clang++"),
    "%flang": tool("flang-new"),
    "%lld": tool("ld.lld"),
    "%cpus": os.path.join(config.takt_source_dir, "models", "cpus"),
    "%examples": os.path.join(config.takt_source_dir, "examples"),
    "%scripts": os.path.join(config.takt_source_dir, "scripts"),
    "%takt-source": config.takt_source_dir,
    "%takt-build": config.takt_build_dir,
    "%llvm-tools": config.llvm_tools_dir,
    "%cmake": config.cmake,
    "%takt-compare": '"%s" %s'
    % (sys.executable, os.path.join(config.takt_source_dir, "tools/compare/takt-compare")),
    "%python": f'"{sys.executable}"',
}
# Longer names first: "%takt-clang" is the beginning of "%takt-clang-opts".
for key in sorted(substitutions, key=len, reverse=True):
    pattern = key.replace("+", r"\+") + r"(?![-+\w])"
    config.substitutions.append((pattern, substitutions[key]))

# A test that needs a part of Takt that this build lacks is not run:
# REQUIRES: TaktPlugin
config.available_features.update(f for f in config.takt_features if f)
config.available_features.add("llvm-" + config.llvm_major)
# Where code of x86-64 can be run, not only read.
if platform.system() == "Linux" and platform.machine() == "x86_64":
    config.available_features.add("x86-64-host")
if thorough:
    config.available_features.add("thorough")
if config.takt_sanitize == "ON":
    config.available_features.add("sanitize")
for target in config.llvm_targets:
    config.available_features.add(target.lower() + "-registered-target")

# Real code and programs from Debian's packages.
for feature, path in {
    "stb": "/usr/include/stb/stb_image.h",
    "eigen": "/usr/include/eigen3/Eigen/Core",
    "csmith": "/usr/bin/csmith",
    "man": "/usr/bin/man",
    "valgrind": "/usr/bin/valgrind",
    "qemu-aarch64": "/usr/bin/qemu-aarch64",
    "chromium": "/usr/bin/chromium",
    "aarch64-headers": "/usr/aarch64-linux-gnu/include/stdio.h",
    "mlir": tool("mlir-opt"),
    "flang": tool("flang-new"),
}.items():
    if os.path.exists(path):
        config.available_features.add(feature)
if shutil.which("git") and os.path.exists(
    os.path.join(config.takt_source_dir, ".git")
):
    config.available_features.add("git-checkout")
