import * as v from 'valibot'
import { html } from '../../../api/html'
import { pageContext } from '../../../pages/context'
import { page } from '../../../pages/page'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { endpoint } from '../../../edge'
import { emailBody } from '../../../store/email-document'
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
      body: html`${mail.map(
        (email) =>
          html`<section><h2>${email.subject}</h2><p>From ${email.from_name} to ${email.to}</p>${emailBody(email.html)}</section>`,
      )}`,
    }),
})
