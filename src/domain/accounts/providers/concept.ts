import { concept } from '../../../concept'

export const providers = concept({ name: 'accounts/providers' })
