/** A file of tests that is evaluated once more: an address with a query names another module. */
declare module '*?in-gateways'
