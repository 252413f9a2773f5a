import { EMAIL, isEmpty, wrapped, type ExampleRequest, type Fields } from './request'

/** Returns the request as JavaScript, for browsers and for Node. */
export function javascript(request: ExampleRequest): string {
  const { url, query, files, answersJson } = request
  const address = isEmpty(query) ? literal(url) : `\`${url}?\${query}\``
  const options = optionsOf(request)
  return [
    ...(isEmpty(query) ? [] : [`const query = ${searchParams(query)}`]),
    ...(isEmpty(files) ? [] : formWithFiles(request)),
    options.length === 0
      ? `const response = await fetch(${address})`
      : `const response = await fetch(${address}, {\n${options.map((option) => `  ${option},\n`).join('')}})`,
    answersJson ? 'console.log(await response.json())' : 'console.log(response.status)',
  ].join('\n')
}

function optionsOf({ method, authorization, headers, form, files, hasBody }: ExampleRequest): string[] {
  const sent = [
    ...AUTHORIZATION[authorization],
    ...Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ]
  return [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(sent.length === 0 ? [] : [`headers: ${wrapped('{ ', sent, ' }', { indent: '  ', step: STEP })}`]),
    ...(isEmpty(files) ? [] : ['body: form']),
    ...(isEmpty(form) || !isEmpty(files) ? [] : [`body: ${searchParams(form, '  ')}`]),
    ...(hasBody ? ['body: part // a Blob'] : []),
  ]
}

const AUTHORIZATION = {
  none: [],
  account: [`Authorization: \`Basic \${btoa('${EMAIL}:API_KEY')}\``],
  deployment: [`Authorization: 'Bearer DEPLOYMENT_SECRET'`],
}

const formWithFiles = ({ form, files }: ExampleRequest): string[] => [
  'const form = new FormData()',
  ...Object.entries(form).map(([name, value]) => `form.append(${literal(name)}, ${valueCode(value)})`),
  ...Object.entries(files).map(([name, file]) => `form.append(${literal(name)}, file, ${literal(file)})`),
]

const searchParams = (fields: Fields, indent = ''): string =>
  wrapped(
    'new URLSearchParams({ ',
    Object.entries(fields).map(([name, value]) => `${key(name)}: ${valueCode(value)}`),
    ' })',
    { indent, step: STEP },
  )

const STEP = '  '

const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))
const valueCode = (value: unknown) =>
  typeof value === 'string' ? literal(value) : `JSON.stringify(${JSON.stringify(value)})`

const literal = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
