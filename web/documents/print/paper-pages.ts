/** The two pages that show a document outside of the shell; one part of the program, since they share most of it. */
export { SharedPage } from '../sharing/shared-page.tsx';
export { PrintPage } from './print-page.tsx';
