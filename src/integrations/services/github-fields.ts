import { address, number, one, text } from '../fields'

/** The objects that many events of GitHub contain. */
export const login = one({ login: text })
export const linkedUser = one({ login: text, html_url: address })
export const repository = one({ name: text, full_name: text, html_url: address })
export const numbered = { number, title: text, html_url: address }

/** Returns what happened to an issue or a pull request that was assigned: `assigned ann to [PR #1](…)`. */
export const assignedText = (action: string, assignee: { login: string } | null | undefined, named: string): string =>
  assignee ? `${action} ${assignee.login} ${action === 'assigned' ? 'to' : 'from'} ${named}` : `${action} ${named}`
