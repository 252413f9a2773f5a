import { badRequest, forbidden, missing } from '../../../api/errors'

export const fileDoesNotExist = missing(() => 'This file does not exist or has been deleted.')
export const fileIsNotTheirs = forbidden(() => 'You are not authorized to view this file.')
export const uploadTookTooLong = badRequest(() => 'The upload took too long. Please try again.')
