# QGIS MetaSearch as a person uses it, without a screen: its own dialog, filled in and clicked. Prints what it shows as JSON.
# Arguments: address of the CSW, words, and west,south,east,north or nothing.
import json
import sys
import tempfile

sys.path.insert(0, '/usr/share/qgis/python/plugins')
from qgis.core import QgsApplication, QgsSettings
from qgis.gui import QgsMapCanvas
from qgis.PyQt.QtCore import QTimer

url, words, box = sys.argv[1], sys.argv[2], sys.argv[3]
application = QgsApplication([], True, tempfile.mkdtemp())
application.initQgis()
settings = QgsSettings()
settings.setValue('/MetaSearch/geotrawl/url', url)
settings.setValue('/MetaSearch/selected', 'geotrawl')

from MetaSearch.dialogs import maindialog  # noqa: E402

warnings = []
maindialog.QMessageBox.warning = lambda *given: warnings.append(str(given[-1]))


class Interface:
    def __init__(self):
        self.canvas = QgsMapCanvas()

    def mapCanvas(self):
        return self.canvas


dialog = maindialog.MetaSearchDialog(Interface())
dialog.cmbConnectionsSearch.setCurrentText('geotrawl')
dialog.leKeywords.setText(words)
if box:
    for field, value in zip((dialog.leWest, dialog.leSouth, dialog.leEast, dialog.leNorth), box.split(',')):
        field.setText(value)
dialog.btnSearch.click()


def shown():
    tree = dialog.treeRecords
    rows = []
    for index in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(index)
        tree.setCurrentItem(item)
        identifier = maindialog.get_item_data(item, 'identifier')
        rows.append([identifier, item.text(1), dialog.tbAddData.isEnabled(), dialog.mActionAddWms.isEnabled()])
    return rows


pages = [{'label': dialog.lblResults.text(), 'rows': shown()}]
while dialog.btnNext.isEnabled() and dialog.startfrom <= dialog.catalog.results['matches'] - dialog.maxrecords:
    dialog.btnNext.click()
    pages.append({'label': dialog.lblResults.text(), 'rows': shown()})

# A double click opens the record in a dialog of its own, which waits for its button.
opened = []


def close():
    window = QgsApplication.activeModalWidget()
    if window is None:
        QTimer.singleShot(100, close)
        return
    opened.append(window.textMetadata.toPlainText() if hasattr(window, 'textMetadata') else type(window).__name__)
    window.reject()


if dialog.treeRecords.topLevelItemCount() > 0:
    dialog.treeRecords.setCurrentItem(dialog.treeRecords.topLevelItem(0))
    QTimer.singleShot(100, close)
    dialog.show_metadata()
print(json.dumps({'pages': pages, 'opened': opened, 'warnings': warnings}))
sys.stdout.flush()
import os  # noqa: E402
# QGIS takes its time to end, and sometimes fails to.
os._exit(0)
