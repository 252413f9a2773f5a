import { dictionary, flag, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const host = one({ failed: maybe(flag) })
const body = one({
  status: text,
  name: text,
  friendly_name: text,
  url: text,
  id: number,
  hosts: maybe(dictionary(host)),
})

export const ansibletower = integration({
  title: 'AnsibleTower',
  reads: json,
  events: {
    message: on(body, ({ status, name, friendly_name, url, id, hosts }) => {
      const outcome = status === 'successful' ? 'was successful' : 'failed'
      const lines = Object.entries(hosts ?? {}).map(([address, { failed }]): [string, string] => [
        address,
        `* ${address}: ${failed ? 'Failed' : 'Success'}`,
      ])
      const sorted = lines.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line)
      const start = `${friendly_name}: [#${id} ${name}](${url}) ${outcome}`
      return { topic: name, content: sorted.length === 0 ? `${start}.` : `${start}:\n${sorted.join('\n')}` }
    }),
  },
})
