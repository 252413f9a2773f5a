import { fetchOutside, type OutsideFailure } from './fetch-outside'

const FAILURES: Record<Exclude<OutsideFailure, 'disabled'>, string> = {
  address: 'this server calls only public addresses, by https.',
  'too-large': 'its answer is too large.',
  'too-many-redirects': 'its address leads elsewhere.',
  late: 'it took too long.',
  unreachable: 'it cannot be reached.',
}

/** Returns the body of a service's answer, or why there is none: the end of a sentence. `disabled` says so if the operator turned the purpose off. */
export async function fetchText(
  disabled: string,
  ...request: Parameters<typeof fetchOutside>
): Promise<{ body: string } | { why: string }> {
  const result = await fetchOutside(...request)
  if ('failure' in result) return { why: result.failure === 'disabled' ? disabled : FAILURES[result.failure] }
  if (!result.response.ok) return { why: `it answered with status ${result.response.status}.` }
  return { body: await result.response.text() }
}
