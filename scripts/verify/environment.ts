/**
 * Variables that change what a compiler or a program does without a word in its command: flags and compilers for
 * nvcc, include and library paths for the host compiler, how the driver loads and launches, what is loaded into every
 * process. LD_LIBRARY_PATH stays, for some machines find their driver by it; so do CUDA_VISIBLE_DEVICES and
 * CUDA_DEVICE_ORDER, which say which device is meant.
 */
const LEFT_OUT = [
  /^NVCC_/,
  /^(CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|OBJC_INCLUDE_PATH|LIBRARY_PATH|COMPILER_PATH|GCC_EXEC_PREFIX)$/,
  /^(DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|GCC_COMPARE_DEBUG|CCC_OVERRIDE_OPTIONS)$/,
  /^CUDA_(LAUNCH_BLOCKING|(FORCE|DISABLE)_(PTX_)?JIT|MODULE_(DATA_)?LOADING|DEVICE_MAX_(COPY_)?CONNECTIONS)$/,
  /^CUDA_(AUTO_BOOST|SCALE_LAUNCH_QUEUES|GRAPHS_USE_NODE_PRIORITY|DEVICE_WAITS_ON_EXCEPTION|DEVICE_DEFAULT_PERSISTING_L2_CACHE_PERCENTAGE_LIMIT)$/,
  /^CUDA_(INJECTION(32|64)_PATH|ENABLE_\w*COREDUMP\w*|COREDUMP_\w+|MANAGED_FORCE_DEVICE_ALLOC|BINARY_LOADER_THREAD_COUNT)$/,
  /^(NVIDIA_TF32_OVERRIDE|NV_ALLOW_RAYTRACING_VALIDATION)$/,
  /^(LD_PRELOAD|LD_AUDIT|LD_BIND_NOW|DYLD_INSERT_LIBRARIES|GLIBC_TUNABLES)$/,
  /^LOCKSTEP_REPORT$/,
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of the variables that are set and not passed on, sorted. */
export function leftOut(inherited: Environment): string[] {
  return Object.keys(inherited)
    .filter((name) => inherited[name] !== undefined && inherited[name] !== '')
    .filter((name) => LEFT_OUT.some((pattern) => pattern.test(name)))
    .sort();
}

/** What a child is given: the inherited variables without those, messages in English, devices numbered by bus. */
export function childEnvironment(inherited: Environment, added: Environment = {}): Record<string, string | undefined> {
  const without = new Set(leftOut(inherited));
  const passed = Object.fromEntries(Object.entries(inherited).filter(([name]) => !without.has(name)));
  return { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', ...passed, LC_ALL: 'C', ...added };
}
