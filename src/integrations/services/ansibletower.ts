import { address, dictionary, flag, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

/** Returns what ran, from the address if the delivery does not say it. */
function kindOf(friendly_name: string | null | undefined, url: string): string {
  const segment = friendly_name || (url.split('/').at(-3) ?? '')
  return segment === 'jobs' ? 'Job' : segment
}

const host = one({ failed: maybe(flag) })
const body = one({
  status: text,
  name: text,
  friendly_name: maybe(text),
  url: address,
  id: number,
  hosts: maybe(dictionary(host)),
})

export const ansibletower = integration({
  title: 'AnsibleTower',
  display_name: 'Ansible Tower',
  category: 'deployment',
  setup: 'Notifications → Add → Webhook; then enable it in the job templates.',
  reads: json,
  events: {
    message: on(body, ({ status, name, friendly_name, url, id, hosts }) => {
      const outcome = status === 'successful' ? 'was successful' : 'failed'
      const kind = kindOf(friendly_name, url)
      // Only jobs have hosts of their own.
      const lines = Object.entries((kind === 'Job' && hosts) || {}).map(([address, { failed }]): [string, string] => [
        address,
        `* ${address}: ${failed ? 'Failed' : 'Success'}`,
      ])
      const sorted = lines.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line)
      const start = `${kind}: [#${id} ${name}](${url}) ${outcome}`
      return { topic: name, content: sorted.length === 0 ? `${start}.` : `${start}:\n${sorted.join('\n')}` }
    }),
  },
})
