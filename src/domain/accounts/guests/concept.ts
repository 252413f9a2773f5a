import { concept } from '../../../concept'
import { endGuestLinks } from './due-work'
import { acceptLinkGuest, addGuestLink, deleteGuestLink, getGuestLinks } from './endpoints'
import { openGuestLink, useGuestLink } from './page-endpoints'

export const guests = concept({
  name: 'accounts/guests',
  title: 'Guest links',
  endpoints: [addGuestLink, getGuestLinks, deleteGuestLink, acceptLinkGuest, openGuestLink, useGuestLink],
  dueWork: [endGuestLinks],
})
