import { apiError, badRequest } from '../../../api/errors'

export const ZOOM_NAME = { provider: 'Zoom' }

export const notConfigured = badRequest((f: { provider: string }) => `${f.provider} is not configured.`)
export const callFailed = badRequest((f: { provider: string }) => `${f.provider} did not answer as expected.`)
export const invalidCall = badRequest(() => 'Invalid BigBlueButton call')
export const unknownZoomUser = apiError(
  'UNKNOWN_ZOOM_USER',
  () => 'The Zoom account of the organization has no user with your email address.',
)
export const invalidZoomToken = apiError('INVALID_ZOOM_TOKEN', () => 'Invalid Zoom access token')
