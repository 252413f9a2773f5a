import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { linkButton } from '../../../pages/forms'
import { page } from '../../../pages/page'

/** The provider did not answer, or its answer did not pass the checks. The page does not say which: the user cannot mend it. */
export const failedPage = (at: PageContext, provider: string): Response =>
  refusedPage(at, at.words.provider.failed(provider), 502)

export const refusedPage = (at: PageContext, why: string, status: number): Response =>
  page(at, {
    title: at.words.provider.failedTitle,
    body: html`<p role="alert">${at.words.refusals[why] ?? why}</p>
${linkButton('/login', at.words.provider.again)}`,
    status: status === 401 ? 403 : status,
  })
