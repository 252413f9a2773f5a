/** Thrown for a response with `"result": "error"`. */
export class Refused extends Error {
  constructor(request, { code, msg }) {
    super(`${request}: ${msg} (${code})`)
    this.code = code
  }
}

/**
 * Returns a function that sends requests to the server at `url`, as the user with this `email` and `api_key`, or without a
 * key: `askAt(url, ada)('POST /messages', { … })`. Fields that are not strings are sent as JSON. Throws `Refused`.
 */
export function askAt(url, as, headers = as ? basic(as) : {}) {
  return async (request, fields = {}) => {
    const [method, path] = request.split(' ')
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]))
    const target = `${url}/api/v1${path}`
    const response = await (method === 'GET'
      ? fetch(`${target}?${form}`, { headers })
      : fetch(target, { method, headers, body: form }))
    const answer = await response.json()
    if (answer.result !== 'success') throw new Refused(request, answer)
    return answer
  }
}

/** Returns the same function, with the deployment's secret instead of a key. */
export const askWithSecret = (url, secret) => askAt(url, undefined, { authorization: `Bearer ${secret}` })

const basic = ({ email, api_key }) => ({
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
})

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))
