/** A page logs in and out below the root of its API, where programs do not. */
const JSON_ROOT = 'site:/json'
/** One segment, or with a plus sign all that follow. */
const IN_PATH = /:(\w+)(\+?)/g

/** Returns the method and the path of a request: the parameters in the path have their values. */
export function pathOf(route: string, parameters: object): [method: string, path: string] {
  const values = new Map<string, unknown>(Object.entries(parameters))
  const [method = 'GET', path = '/'] = route.replace(JSON_ROOT, '').split(' ')
  const valueOf = (_: string, name: string, plus: string) => {
    const value = String(values.get(name))
    return plus === '' ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
  }
  return [method, path.replaceAll(IN_PATH, valueOf)]
}

/** Returns the other parameters as fields of a form: text as it is, and other values as JSON. */
export function parameterFields(route: string, parameters: object): [name: string, value: string][] {
  const inPath = new Set([...route.matchAll(IN_PATH)].map(([, name]) => name))
  const all: [string, unknown][] = Object.entries(parameters)
  return all.flatMap(([name, value]): [string, string][] =>
    value === undefined || inPath.has(name) ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
}
