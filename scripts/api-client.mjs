/** An answer that says `"result": "error"`. */
export class Refused extends Error {
  constructor(request, { code, msg }) {
    super(`${request}: ${msg} (${code})`)
    this.code = code
  }
}

/**
 * Asks a server of this API at `url`, as the person whose `email` and `api_key` these are, or as nobody:
 * `askAt(url, ada)('POST /messages', { … })`. Fields that are not text travel as JSON text.
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

/** Asks as whoever set the deployment up: only that secret creates realms. */
export const askWithSecret = (url, secret) => askAt(url, undefined, { authorization: `Bearer ${secret}` })

const basic = ({ email, api_key }) => ({
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
})

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))
