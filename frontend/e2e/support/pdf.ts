import { execFile } from "node:child_process";
import { promisify } from "node:util";

const READ = `
import sys
from pypdf import PdfReader
print(" ".join(" ".join(page.extract_text() for page in PdfReader(sys.argv[1]).pages).split()))
`;

/** The text of a PDF file, with single blanks. */
export async function textOfPdf(file: string): Promise<string> {
  const python = process.env["TEST_PYTHON"] ?? "../.venv/bin/python";
  const { stdout } = await promisify(execFile)(python, ["-c", READ, file]);
  return stdout.trim();
}
