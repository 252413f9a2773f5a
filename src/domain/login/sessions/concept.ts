import { concept } from '../../../concept'
import { endSession, getSessions, logIn, logOut } from './endpoints'
import { openOrganizations, openSharePage, readCounts, stopSharing, submitSharePage } from './organization-endpoints'
import { openLoginPage, submitLoginPage } from './page-endpoints'

export const logins = concept({
  name: 'login/sessions',
  title: 'Signing in',
  endpoints: [
    openLoginPage,
    submitLoginPage,
    logIn,
    logOut,
    getSessions,
    endSession,
    openOrganizations,
    openSharePage,
    submitSharePage,
    stopSharing,
    readCounts,
  ],
})
