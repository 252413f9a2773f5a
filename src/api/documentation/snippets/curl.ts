import { BODY_FILE, EMAIL, isEmpty, type ExampleRequest } from './request'

/** Returns the request as a shell command. */
export function curl({ method, url, authorization, query, form, headers, files, hasBody }: ExampleRequest): string {
  const formFlag = isEmpty(files) ? '--data-urlencode' : '-F'
  return [
    ['curl', isEmpty(query) ? '-sS' : '-sSG', METHOD_FLAGS[method] ?? `-X ${method}`, url].filter(Boolean).join(' '),
    ...AUTHORIZATION[authorization],
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...Object.entries(query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${textOf(value)}`)}`),
    ...Object.entries(form).map(([name, value]) => `${formFlag} ${quoted(`${name}=${textOf(value)}`)}`),
    ...Object.entries(files).map(([name, file]) => `-F ${quoted(`${name}=@${file}`)}`),
    ...(hasBody ? [`--data-binary @${BODY_FILE}`] : []),
  ].join(' \\\n    ')
}

const METHOD_FLAGS: Record<string, string> = { GET: '', HEAD: '--head' }

const AUTHORIZATION = {
  none: [],
  account: [`-u '${EMAIL}:API_KEY'`],
  deployment: [`-H 'Authorization: Bearer DEPLOYMENT_SECRET'`],
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
