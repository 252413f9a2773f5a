import { address, one, text } from '../fields'
import type { Delivery } from '../integration'

/** The objects that many events of GitLab contain. */
export const project = one({ name: text, web_url: address })
// Builds have no project.
export const repository = one({ name: text, homepage: address })
export const user = one({ name: text })

type Place = {
  project?: { name: string; web_url: string } | null
  repository: { name: string; homepage: string }
}

export const nameOf = (body: Place): string => body.project?.name ?? body.repository.name
export const homeOf = (body: Place): string => body.project?.web_url ?? body.repository.homepage

/** Returns the text, with a link to the project if the topic in the address does not name it. */
export const inProject = (body: Place, { topic }: Delivery, text: string): string =>
  topic === undefined ? text : `[[${nameOf(body)}](${homeOf(body)})] ${text}`
