import { address, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { formField } from '../read-body'

const GOOD = ['Passed', 'Fixed']
const BAD = ['Failed', 'Broken', 'Still Failing', 'Errored', 'Canceled']
const body = one({ author_name: text, status_message: text, compare_url: address, build_url: address })

const built: AnyEvent = on(body, ({ author_name, status_message: status, compare_url, build_url }) => {
  const mark = GOOD.includes(status)
    ? ':thumbs_up:'
    : BAD.includes(status)
      ? ':thumbs_down:'
      : `(No emoji specified for status '${status}'.)`
  return {
    topic: 'builds',
    content:
      `Author: ${author_name}\nBuild status: ${status} ${mark}\n` +
      `Details: [changes](${compare_url}), [build log](${build_url})`,
  }
})

export const travis = integration({
  title: 'Travis',
  display_name: 'Travis CI',
  category: 'continuous-integration',
  setup: '.travis.yml: notifications → webhooks → the address.',
  reads: formField('payload'),
  options: ['ignore_pull_requests'],
  // Builds of pull requests repeat those of their branches.
  event: (value, { option }) => {
    const type = textAt(value, 'type') ?? ''
    return type === 'pull_request' && option('ignore_pull_requests') !== 'false' ? undefined : type
  },
  events: { push: built, pull_request: built, '*': built },
})
