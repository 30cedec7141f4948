# Writes a file of measurements with one loop at -O1, as if an element had taken so
# many cycles: loop-row.py tools/loops folder-of-llvm takt host set kernel cycles
import json
import subprocess
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from build import SETS, compile_kernel, kernel_sources

folder_name, kernel, cycles = sys.argv[5:]

with tempfile.TemporaryDirectory() as folder:
    library = compile_kernel(
        kernel_sources(SETS[folder_name])[kernel], ["-O1", "-march=znver4"], folder, sys.argv[2])
    run = subprocess.run([sys.argv[3], "--cpu=znver4", "--json", library.path], capture_output=True)
    loop = json.loads(run.stdout)["kernels"][0]
parts = f"10*loop:{loop['start']:x}-{loop['end']:x}"
print("loop,kernel,level,host,cycles,spread,status,code,elements,takt,takt_nests,llvm_mca,baseline,parts,nests")
print(f"{kernel}-O1,{kernel},O1,{sys.argv[4]},{cycles},0.01,ok,{library.code_hash()},10,,,,,{parts},{parts}")
print(f"{kernel}-O2,{kernel},O2,znver4,,,unstable,0,,,,,,,")
