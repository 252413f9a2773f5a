/** A page logs in and out below the root of its API, where programs do not. */
const JSON_ROOT = 'site:/json'
/** One segment, or with a plus sign all that follow. */
const IN_PATH = /:(\w+)(\+?)/g

type Written = { method: string; path: string; fields: [name: string, value: string][] }

/** Returns a request: parameters of the path in the path, and the others as fields, text as it is and other values as JSON. */
export function written(route: string, parameters: object): Written {
  const left = new Map<string, unknown>(Object.entries(parameters))
  const [method = '', pattern = ''] = route.replace(JSON_ROOT, '').split(' ')
  const path = pattern.replaceAll(IN_PATH, (_, name: string, plus: string) => {
    const value = encodeURIComponent(String(left.get(name)))
    left.delete(name)
    return plus === '' ? value : value.replaceAll('%2F', '/')
  })
  const fields = [...left].flatMap(([name, value]): Written['fields'] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  return { method, path, fields }
}
