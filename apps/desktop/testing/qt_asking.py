"""A Qt window with a button that asks in a modal dialog, and one that does so later. Writes its window, and each answer."""

import os
import sys

from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QApplication, QMessageBox, QPushButton, QVBoxLayout, QWidget
from PyQt5.QtCore import Qt

app = QApplication(sys.argv)
window = QWidget(windowTitle="Asking")
window.resize(320, 160)
window.setAttribute(Qt.WA_ShowWithoutActivating)
column = QVBoxLayout(window)


def ask():
    # A dialog that runs a loop of its own: whoever pressed the button has no answer until it is closed.
    answer = QMessageBox.question(window, "Really?", "Discard the draft?", QMessageBox.Ok | QMessageBox.Cancel)
    print("OK" if answer == QMessageBox.Ok else "Cancel", flush=True)


now, later = QPushButton("Ask"), QPushButton("Ask later")
now.clicked.connect(ask)
later.clicked.connect(lambda: QTimer.singleShot(500, ask))
column.addWidget(now)
column.addWidget(later)
window.show()
window.lower()
print(int(window.winId()), flush=True)
parent = os.getppid()
watch = QTimer()
watch.timeout.connect(lambda: os.getppid() == parent or app.quit())
watch.start(500)
app.exec_()
