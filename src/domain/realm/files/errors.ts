import { badRequest, forbidden, notFound } from '../../../api/errors'

export const fileDoesNotExist = notFound(() => 'This file does not exist or has been deleted.')
export const notAuthorizedToViewFile = forbidden(() => 'You are not authorized to view this file.')
export const uploadTookTooLong = badRequest(() => 'The upload took too long. Please try again.')
