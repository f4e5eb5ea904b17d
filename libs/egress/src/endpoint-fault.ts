/** Reasons why a URL is rejected as an endpoint. */
export type EndpointUrlFaultCode =
  | 'too_long'
  | 'not_a_url'
  | 'characters'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'fragment'
  | 'host_unicode'
  | 'host_form'
  | 'host_local'
  | 'address_not_allowed';

/** Rejection of a URL. */
export interface EndpointUrlFault {
  readonly code: EndpointUrlFaultCode;
  /** Sentence for the owner of the endpoint. */
  readonly detail: string;
}

/** Creates a rejection from the end of its sentence. */
export const fault = (code: EndpointUrlFaultCode, what: string): EndpointUrlFault => ({
  code,
  detail: `The URL ${what}.`,
});
