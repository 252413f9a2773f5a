import { BODY_FILE, EMAIL, isEmpty, wrapped, type ExampleRequest, type Fields } from './request'

/** Returns the request as Python, with the library `requests`. */
export function python(request: ExampleRequest): string {
  const { method, url, authorization, query, form, headers, files, hasBody, answersJson } = request
  const values = [...Object.values(query), ...Object.values(form)]
  const options = [
    literal(url),
    ...AUTHORIZATION[authorization],
    ...(isEmpty(headers) ? [] : [`headers=${dictionary(headers)}`]),
    ...(isEmpty(query) ? [] : [`params=${dictionary(query)}`]),
    ...(isEmpty(form) ? [] : [`data=${dictionary(form)}`]),
    ...(isEmpty(files) ? [] : [`files=${filesCode(files)}`]),
    ...(hasBody ? [`data=open(${literal(BODY_FILE)}, "rb")`] : []),
  ]
  return [
    ...(values.some((value) => typeof value !== 'string') ? ['import json', ''] : []),
    'import requests',
    '',
    wrapped(`response = requests.${method.toLowerCase()}(`, options, ')', { indent: '', step: STEP }),
    answersJson ? 'print(response.json())' : 'print(response.status_code)',
  ].join('\n')
}

const STEP = '    '

const AUTHORIZATION = {
  none: [],
  account: [`auth=("${EMAIL}", "API_KEY")`],
  deployment: [`headers={"Authorization": "Bearer DEPLOYMENT_SECRET"}`],
}

const dictionary = (fields: Fields): string =>
  wrapped(
    '{',
    Object.entries(fields).map(([name, value]) => `${literal(name)}: ${valueCode(value)}`),
    '}',
    { indent: STEP, step: STEP },
  )

const filesCode = (files: Record<string, string>): string =>
  `{${Object.entries(files)
    .map(([name, file]) => `${literal(name)}: open(${literal(file)}, "rb")`)
    .join(', ')}}`

const valueCode = (value: unknown) => (typeof value === 'string' ? literal(value) : `json.dumps(${structure(value)})`)

/** Returns a JSON value as Python code. */
function structure(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(structure).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${literal(name)}: ${structure(member)}`)
      .join(', ')}}`
  return typeof value === 'string' ? literal(value) : JSON.stringify(value)
}

const literal = (text: string) => JSON.stringify(text)
