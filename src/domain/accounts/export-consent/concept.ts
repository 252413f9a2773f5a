import { concept } from '../../../concept'
import { getConsents } from './endpoints'
import { consentChanged } from './events'

export const exportConsent = concept({
  name: 'accounts/export-consent',
  title: 'Data exports',
  endpoints: [getConsents],
  events: [consentChanged],
})
