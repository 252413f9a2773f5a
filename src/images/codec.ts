/** The pictures that are decoded need 30 MiB. A file of 36 kB can have tables of 135 MiB, and one of 400 kB has tables of 870. */
const MAX_CODEC_BYTES = 48 * 1024 * 1024
const PAGE_BYTES = 64 * 1024

type Instantiate = (imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) => object

/** Returns the options that start a codec. The platform compiles WebAssembly when the Worker is deployed, and refuses to do so later. */
export const codecOptions = (code: WebAssembly.Module) => ({
  noInitialRun: true,
  instantiateWasm: ((imports, use) => {
    const instance = new WebAssembly.Instance(code, imports)
    limitMemory(instance)
    use(instance)
    return instance.exports
  }) satisfies Instantiate,
})

/** The memory of this code grows by the function that the exported memory has. The code can go on without more: it refuses the picture. */
function limitMemory({ exports }: WebAssembly.Instance): void {
  for (const memory of Object.values(exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_CODEC_BYTES)
        throw new RangeError('The picture needs more')
      return grow(pages)
    }
  }
}
