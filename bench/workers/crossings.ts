/** Runs a call of a binding. `what` is the binding and the method. */
type Around = <Result>(what: string, call: () => Promise<Result>) => Promise<Result>

/** The methods that call, by kind of binding. The others of these objects answer at once. */
const CALLS = {
  objects: ['ask', 'ping', 'exists', 'fetch'],
  database: ['all', 'run', 'first', 'raw', 'exec', 'batch'],
  bucket: ['get', 'put', 'head', 'list', 'delete', 'createMultipartUpload', 'uploadPart', 'complete', 'abort'],
}
type Kind = keyof typeof CALLS

/** The methods that return another object of the same binding. */
const PARTS: Record<Kind, readonly string[]> = {
  objects: ['get', 'jurisdiction'],
  database: ['prepare', 'bind', 'withSession'],
  bucket: ['resumeMultipartUpload'],
}

const kindOf = (name: string): Kind | undefined => {
  if (['REALM', 'GATEWAY', 'NEIGHBOR'].includes(name)) return 'objects'
  if (/^DB(_\d+)?$/.test(name)) return 'database'
  return name === 'FILES' ? 'bucket' : undefined
}

/** Returns the environment with each call of an object, a database or the bucket inside `around`. */
export function withCrossings<Env extends object>(env: Env, around: Around): Env {
  const wrapped = Object.entries(env).map(([name, binding]: [string, unknown]) => {
    const kind = kindOf(name)
    return [name, kind && isObject(binding) ? crossing(binding, { name, kind, around }) : binding]
  })
  return { ...env, ...Object.fromEntries(wrapped) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const bare = new WeakMap<object, object>()
/** Arguments that are objects of a binding, such as the statements of a batch, go to the platform as they are. */
const bareOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(bareOf) : isObject(value) ? (bare.get(value) ?? value) : value

type Crossing = { name: string; kind: Kind; around: Around }

function crossing<Target extends object>(target: Target, { name, kind, around }: Crossing): Target {
  const proxy = new Proxy(target, {
    get(_, key) {
      const method: unknown = Reflect.get(target, key, target)
      if (typeof method !== 'function') return method
      const call = (...values: unknown[]): unknown => Reflect.apply(method, target, values.map(bareOf))
      const of = String(key)
      // An object's own `get` and `delete` are not those of a bucket.
      if (PARTS[kind].includes(of))
        return (...values: unknown[]) => {
          const part = call(...values)
          return isObject(part) ? crossing(part, { name, kind, around }) : part
        }
      if (!CALLS[kind].includes(of)) return call
      return (...values: unknown[]) =>
        around(`${name}.${of}`, async () => {
          const result = await call(...values)
          return of === 'createMultipartUpload' && isObject(result) ? crossing(result, { name, kind, around }) : result
        })
    },
  })
  bare.set(proxy, target)
  return proxy
}

/** A call of an object, a database or the bucket. */
type Call = { what: string; began: number; ended: number }

/** The calls for one request, and how many of them waited for each other. */
export class Calls {
  readonly all: Call[] = []
  #clock = 0

  readonly around = async <Result>(what: string, call: () => Promise<Result>): Promise<Result> => {
    const one: Call = { what, began: ++this.#clock, ended: Infinity }
    this.all.push(one)
    try {
      return await call()
    } finally {
      one.ended = ++this.#clock
    }
  }

  get names(): string[] {
    return this.all.map(({ what }) => what)
  }

  /** The length of the longest chain of calls in which each began after the end of the one before. */
  get inSequence(): number {
    const depths = new Map<Call, number>()
    for (const call of this.all) {
      const before = this.all.filter(({ ended }) => ended < call.began).map((one) => depths.get(one) ?? 0)
      depths.set(call, 1 + Math.max(0, ...before))
    }
    return Math.max(0, ...depths.values())
  }
}
