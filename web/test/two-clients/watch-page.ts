/**
 * Runs in the page before its scripts, and notes what they begin and do not end. Solid's own listeners of the document, one for each
 * kind of event, belong to the page.
 */
export function watchPage(): void {
  const live = new Map<unknown, string>()
  const requests: string[] = []
  const forget = () => {
    live.clear()
    requests.length = 0
  }
  Object.assign(globalThis, { openThings: () => [...live.values()], sent: () => requests, forget })

  /** Replaces a method. `go` calls the original with the same or other parameters. */
  function around(
    owner: object,
    name: string,
    call: (params: unknown[], go: (params: unknown[]) => unknown, self: unknown) => unknown,
  ) {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== 'function') throw new Error(`No ${name}`)
    Reflect.set(owner, name, function (this: unknown, ...params: unknown[]) {
      return call(params, (used) => Reflect.apply(original, this, used), this)
    })
  }

  /** What the constructor makes lives until it is closed. */
  function watchMade(name: 'WebSocket' | 'BroadcastChannel', close = 'close') {
    const made = new Proxy(globalThis[name], {
      construct(target, params) {
        const object: object = Reflect.construct(target, params)
        requests.push(`${name} ${String(params[0])}`)
        live.set(object, name)
        return object
      },
    })
    around(made.prototype, close, (params, go, self) => {
      live.delete(self)
      return go(params)
    })
    Reflect.set(globalThis, name, made)
  }
  watchMade('WebSocket')
  watchMade('BroadcastChannel')

  for (const name of ['setTimeout', 'setInterval'])
    around(globalThis, name, ([run, milliseconds], go) => {
      const id = go([
        () => {
          if (name === 'setTimeout') live.delete(`timer ${String(id)}`)
          if (typeof run === 'function') run()
        },
        milliseconds,
      ])
      live.set(`timer ${String(id)}`, `${name} of ${String(milliseconds)} ms`)
      return id
    })
  for (const name of ['clearTimeout', 'clearInterval'])
    around(globalThis, name, ([id], go) => {
      live.delete(`timer ${String(id)}`)
      return go([id])
    })

  around(globalThis, 'fetch', (params, go) => {
    const key = {}
    requests.push(`request ${String(params[0])}`)
    live.set(key, `request ${String(params[0])}`)
    return Promise.resolve(go(params)).finally(() => live.delete(key))
  })
  around(Storage.prototype, 'setItem', (params, go) => {
    requests.push(`stored ${String(params[0])}`)
    return go(params)
  })
  around(IDBFactory.prototype, 'open', (params, go) => {
    requests.push(`database ${String(params[0])}`)
    const request = go(params)
    if (request instanceof IDBOpenDBRequest)
      request.addEventListener('success', () => live.set(request.result, `database ${String(params[0])}`))
    return request
  })
  around(IDBDatabase.prototype, 'close', (params, go, self) => {
    live.delete(self)
    return go(params)
  })
  around(MutationObserver.prototype, 'observe', (params, go, self) => {
    live.set(self, 'observer')
    return go(params)
  })
  around(MutationObserver.prototype, 'disconnect', (params, go, self) => {
    live.delete(self)
    return go(params)
  })

  const listeners = new WeakMap<object, Map<unknown, object>>()
  const OF_PAGE = new Set<unknown>([globalThis, document, document.documentElement, globalThis.visualViewport])
  around(EventTarget.prototype, 'addEventListener', ([type, listener, options], go, self) => {
    const isSolid = typeof listener === 'function' && listener.name === 'eventHandler'
    if (isSolid || typeof listener !== 'function' || !(OF_PAGE.has(self) || self === document.body))
      return go([type, listener, options])
    const key = {}
    const { signal, once }: AddEventListenerOptions = typeof options === 'object' && options !== null ? options : {}
    if (signal?.aborted === true) return go([type, listener, options])
    const ofListener = listeners.get(listener) ?? new Map<unknown, object>()
    listeners.set(listener, ofListener.set(type, key))
    live.set(key, `listener of ${String(type)}`)
    signal?.addEventListener('abort', () => live.delete(key))
    if (once === true) go([type, () => live.delete(key), { once: true }])
    return go([type, listener, options])
  })
  around(EventTarget.prototype, 'removeEventListener', ([type, listener, options], go) => {
    if (typeof listener === 'function') live.delete(listeners.get(listener)?.get(type))
    return go([type, listener, options])
  })
}
