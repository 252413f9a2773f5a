// Refusals of the API that users meet. In English, the client shows the text of the API itself.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

/** Refusals that share a code with others. The English text is that of the API, which finds the translation. */
export const refusalTexts = translated(
  'refusalTexts',
  record({
    loginFailed: 'Your username or password is incorrect',
    wrongPassword: 'Wrong password!',
    weakPassword: 'The password is too weak.',
    weakNewPassword: 'New password is too weak!',
    guessedPassword:
      'This password is too easy to guess. Use several words that have nothing to do with you or this organization.',
    leakedPassword: 'This password is known from a data leak of another site. Choose another one.',
    notPermitted: 'Insufficient permission',
    onlyAdministrators: 'Must be an organization administrator',
    onlyOwners: 'Must be an organization owner',
    notForGuests: 'Not allowed for guest users',
    nameUsed: 'Name is already in use!',
    nameTooShort: 'Name too short!',
    nameTooLong: 'Name too long!',
    nameCharacters: 'Invalid characters in name!',
    uniqueNames: 'Unique names required in this organization.',
    channelNameUsed: 'Channel name already in use.',
    channelNameSame: 'Channel already has that name.',
    channelNameEmpty: "Channel name can't be empty.",
    folderNameUsed: 'Channel folder name already in use',
    groupNameEmpty: "User group name can't be empty!",
    emojiNameUsed: 'A custom emoji with this name already exists.',
    fieldNameUsed: 'A field with that label already exists.',
    notPostHere: 'You do not have permission to post in this channel.',
    notAdminister: 'You do not have permission to administer this channel.',
    notSubscribeOthers: 'You do not have permission to subscribe other users to channels.',
    notBeginDirect: 'You do not have permission to initiate direct message conversations.',
    directDisabled: 'Direct messages are disabled in this organization.',
    recipientsHidden: 'You do not have permission to access some of the recipients.',
    onlyGeneralChat: 'Only the general chat topic is allowed in this channel.',
    noGeneralChat: 'Sending messages to the general chat is not allowed in this channel.',
    emptyMessage: 'Message must not be empty',
    editTooLate: 'The time limit for editing this message has passed',
    deleteTooLate: 'The time limit for deleting this message has passed',
    topicTooLate: "The time limit for editing this message's topic has passed.",
    notDelete: "You don't have permission to delete this message",
    notEdit: "You don't have permission to edit this message",
    notMove: "You don't have permission to move this message",
    notResolve: "You don't have permission to resolve topics in this channel.",
    editingOff: 'Your organization has turned off message editing',
    timePast: 'Scheduled delivery time must be in the future.',
    alreadySent: 'Scheduled message was already sent',
    noFile: 'This file does not exist or has been deleted.',
    tooManyUploads: 'Finish or cancel some of your uploads before you begin another',
    revoked: 'Invitation has already been revoked',
    disposable: 'Disposable email addresses are not allowed in this organization',
    noAuthorizer: 'This conversation does not include any users who can authorize it.',
    folderNotEmpty: 'You need to remove all the channels from this folder to archive it.',
  }),
)

/** Refusals by the error code, for texts with names or numbers in them. */
export const refusalCodes = translated(
  'refusalCodes',
  record({
    CHANNEL_ALREADY_EXISTS: 'A channel with this name exists already.',
    STREAM_DOES_NOT_EXIST: 'This channel does not exist, or you cannot see it.',
    CANNOT_DEACTIVATE_LAST_USER: 'The last owner cannot be deactivated.',
    CANNOT_DEACTIVATE_GROUP_IN_USE: 'This group is in use: a permission or another group has it.',
    REALM_UPLOAD_QUOTA: 'The organization has no space left for this file.',
    RATE_LIMIT_HIT: 'Too many requests. Try again in a while.',
    INTERNAL_SERVER_ERROR: 'The server failed. Try again.',
    STORE_UNAVAILABLE: 'Parts of the server cannot be reached right now.',
    USER_DEACTIVATED: 'The account is deactivated.',
    REALM_DEACTIVATED: 'This organization has been deactivated.',
    REALM_IS_BEING_RESTORED: 'The organization is being restored. Try again in a few minutes.',
    REQUEST_TOO_LARGE: 'This is too large for the server.',
    BAD_IMAGE: 'The server cannot read this picture.',
    BAD_NARROW: 'The server does not understand this search.',
    TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 'You may not mention everyone in this topic.',
    STREAM_WILDCARD_MENTION_NOT_ALLOWED: 'You may not mention everyone in this channel.',
    UNKNOWN_ZOOM_USER: 'The Zoom account of the organization has no user with your email address.',
  }),
)
