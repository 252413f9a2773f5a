import * as v from 'valibot'
import { html } from '../../../api/html'
import { pageContext } from '../../../pages/context'
import { page } from '../../../pages/page'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { endpoint } from '../../../edge'
import { EMAIL_STYLE } from '../../../store/email-document'
import { anyone, notInProduction, requireDevelopment } from '../../people/users/callers'

export const devMailbox = endpoint.decision({
  route: 'GET /dev_mailbox',
  summary: 'Get the emails that a production server would have sent, the newest first. Development servers only.',
  caller: anyone,
  params: {},
  returns: {
    mail: v.array(
      v.strictObject({
        from_name: v.string(),
        to: v.string(),
        subject: v.string(),
        text: v.string(),
        html: v.string(),
        reply_to: v.optional(v.string()),
        headers: v.record(v.string(), v.string()),
        sent_at: v.number(),
      }),
    ),
  },
  errors: [notInProduction],
  prepare: requireDevelopment,
  decide: (realm) => ({ mail: realm.emails.mailbox() }),
})

export const devMailboxPage = endpoint.file({
  route: 'GET site:/dev/mailbox',
  summary: 'The emails that a production server would have sent, as a page. Development servers only.',
  caller: anyone,
  params: {},
  errors: [notInProduction],
  prepare: requireDevelopment,
  decide: (realm) => ({ letterhead: letterheadOf(realm), mail: realm.emails.mailbox() }),
  serve: ({ request }, { letterhead, mail }) =>
    page(pageContext(request, letterhead), {
      title: 'Mail',
      layout: 'reading',
      frame_styles: [EMAIL_STYLE],
      body: html`${mail.map(
        (email) =>
          html`<section><h2>${email.subject}</h2><p>From ${email.from_name} to ${email.to}</p>
<iframe title="${email.subject}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${inFrame(email.html)}"></iframe></section>`,
      )}`,
    }),
})

/** The links of an email lead away from the page, as in a mail program. */
const inFrame = (document: string) => document.replace('<head>', '<head><base target="_top">')
