/** Collects the garbage of the isolate, which has the Worker and its objects. V8 needs the flag `--expose-gc`. */
export function collectGarbage(): Response {
  const gc: unknown = Reflect.get(globalThis, 'gc')
  if (typeof gc !== 'function') throw new Error('V8 does not expose gc()')
  gc()
  return Response.json({})
}
