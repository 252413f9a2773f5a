import { ApiError } from '../../../api/errors'
import { redirects, redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { complaintHtml, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { hasRealmPermission } from '../../people/groups/membership'
import { pushServiceNotConfigured } from '../../people/push-devices/rules'
import { hasBouncer } from '../../people/push-service/status'
import { anyoneOrUser } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import type { Realm } from '../../../realm'
import { billingFacts, billingSteps, billingUrl } from './billing'

function refusalToManage(realm: Realm, actor: User): ApiError | undefined {
  if (!hasBouncer(realm)) return pushServiceNotConfigured({})
  const isPermitted = !actor.is_bot && hasRealmPermission(realm, actor, 'can_manage_billing_group')
  return isPermitted ? undefined : insufficientPermission({})
}

export const openBilling = endpoint.file({
  route: 'GET site:/self-hosted-billing',
  summary: 'The plan and the bill of the organization at the push service. Leads to its page.',
  note: 'Needs `can_manage_billing_group`. The push service receives the name and the email address of the caller.',
  caller: anyoneOrUser,
  params: {},
  serves: {
    ...redirects('To the push service, or to the page to log in.'),
    400: { description: 'Why there is none.' },
  },
  errors: [],
  steps: billingSteps,
  decide: (realm, actor) => {
    const letterhead = letterheadOf(realm)
    if (actor === undefined) return { letterhead }
    const complaint: Complaint | undefined = refusalToManage(realm, actor)?.refusal
    return complaint ? { letterhead, complaint } : { letterhead, billing: billingFacts(realm, actor) }
  },
  serve: async (edge, { letterhead, complaint, billing }) => {
    const at = pageContext(edge.request, letterhead)
    // The status is for programs, and tells them of this server: a push service that does not answer is no fault of it.
    const refused = (refusal: Complaint) =>
      page(at, { title: letterhead.realm_name, body: complaintHtml(at, refusal), status: 400 })
    if (complaint) return refused(complaint)
    if (billing === undefined) return redirectTo('/login?next=%2Fself-hosted-billing')
    try {
      return redirectTo(await billingUrl(edge, billing))
    } catch (error) {
      if (error instanceof ApiError) return refused(error.refusal)
      throw error
    }
  },
})
